/** Whether the window has too little room for the board and the column beside all that stands around them. */

/** As in the style sheets, where no name can be given to it. */
export const COMPACT = "(max-width: 899px), (max-height: 599px)";

/** @returns {MediaQueryList} */
export const compact = () => window.matchMedia(COMPACT);
