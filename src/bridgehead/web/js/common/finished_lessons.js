/** Which lessons somebody has finished in this browser. */

import { remember, remembered } from "./remembered.js";

const KEY = "bridgehead-lessons";

/** The keys of the finished lessons. */
export const finished = () => new Set(remembered(KEY));

/** Remember that a lesson is finished. @param {string} key */
export const finish = (key) => remember(KEY, key);
