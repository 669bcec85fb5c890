/** Answers the server's requests for the dice again and again until they change. */

const FIRST = 2000; // ms until the second try; each further wait is twice as long
const MOST = 30000; // ms between two tries at most

export class Giving {
  /**
   * @param {(wanted: string) => Promise<any>} give rejects where it was refused, or could not be sent
   * @param {(run: () => void, ms: number) => any} later
   */
  constructor(give, later = (run, ms) => setTimeout(run, ms)) {
    this.give = give;
    this.later = later;
    this.wanted = "";
    this.tries = 0;
  }

  /** Set the server's request, "" for none. @param {string} wanted */
  want(wanted) {
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.tries = 0;
    this.again(wanted);
  }

  /** Answer the request again, unless it has changed. @param {string} wanted */
  again(wanted) {
    if (!wanted || wanted !== this.wanted) return;
    this.give(wanted).catch(() => {
      if (wanted === this.wanted) this.later(() => this.again(wanted), Math.min(FIRST * 2 ** this.tries++, MOST));
    });
  }
}
