/** Whether the window is too small for the board beside the column. */

/** The same query as in the style sheets, which cannot use names for queries. */
export const COMPACT = "(max-width: 899px), (max-height: 599px)";

/** @returns {MediaQueryList} */
export const compact = () => window.matchMedia(COMPACT);
