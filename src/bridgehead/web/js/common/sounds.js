/** Small sounds, made by WebAudio on demand. They are off until they are switched on in the settings. */

import * as settings from "./settings.js";

/** @typedef {"move"|"dice"|"gone"|"turn"|"over"} Sound */
/** @typedef {{at: number, hertz: number, to?: number, long: number, loud: number, shape?: OscillatorType, noise?: boolean}} Tone   seconds; to: where the pitch glides */

const APART = 0.09; // s between two of the same sound at least: a turn that is played in a burst does not rattle
const SOFT = 0.004; // s that a tone takes to begin, so that it does not click
const SILENT = 0.0001;
const LOUDEST = 0.5;

/** @type {Readonly<Record<Sound, readonly Tone[]>>} */
const TONES = Object.freeze({
  move: [{ at: 0, hertz: 190, to: 120, long: 0.09, loud: 0.7, shape: "triangle" }, { at: 0, hertz: 900, long: 0.025, loud: 0.25, noise: true }],
  dice: [0, 0.07, 0.13, 0.21, 0.32, 0.46].map((at, n) => ({ at, hertz: 1900 - 140 * n, long: 0.05, loud: 0.55 - 0.05 * n, noise: true })),
  gone: [{ at: 0, hertz: 150, to: 48, long: 0.42, loud: 0.9, shape: "sine" }, { at: 0, hertz: 420, long: 0.3, loud: 0.45, noise: true }],
  turn: [{ at: 0, hertz: 587, long: 0.22, loud: 0.4, shape: "sine" }, { at: 0.13, hertz: 880, long: 0.34, loud: 0.4, shape: "sine" }],
  over: [392, 494, 587, 784].map((hertz, n) => ({ at: 0.15 * n, hertz, long: n === 3 ? 0.9 : 0.28, loud: 0.4, shape: /** @type {const} */ ("triangle") })),
});

/** @type {AudioContext|null} */
let context = null;
/** @type {AudioBuffer|null} */
let hiss = null;
/** @type {Map<Sound, number>} when each was last heard */
const heard = new Map();

/** With reduced motion, sounds that only accompany visible motion are omitted. */
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Browsers allow sound only after a user's input. */
export function wake() {
  if (!settings.get("sounds")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** Play a sound, if sounds are on. @param {Sound} name */
export function play(name) {
  const volume = settings.get("volume") / 100;
  if (!settings.get("sounds") || !volume || context?.state !== "running") return;
  if (isCalm() && name === "move") return;
  const { currentTime } = context;
  if (currentTime - (heard.get(name) ?? -1) < APART) return;
  heard.set(name, currentTime);
  const tones = isCalm() ? TONES[name].slice(0, 1) : TONES[name];
  for (const tone of tones) sound(context, tone, volume * volume * LOUDEST);
}

/** @param {AudioContext} audio @param {Tone} tone @param {number} volume */
function sound(audio, { at, hertz, to = hertz, long, loud, shape = "sine", noise = false }, volume) {
  const begin = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(SILENT, begin);
  gain.gain.exponentialRampToValueAtTime(loud * volume, begin + SOFT);
  gain.gain.exponentialRampToValueAtTime(SILENT, begin + long);
  gain.connect(audio.destination);
  const source = noise ? hissing(audio, hertz, gain) : humming(audio, { hertz, to, shape, begin, long }, gain);
  source.start(begin);
  source.stop(begin + long);
  source.addEventListener("ended", () => gain.disconnect());
}

/**
 * @param {AudioContext} audio
 * @param {{hertz: number, to: number, shape: OscillatorType, begin: number, long: number}} tone
 * @param {AudioNode} out
 */
function humming(audio, { hertz, to, shape, begin, long }, out) {
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(hertz, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + long);
  source.connect(out);
  return source;
}

/** @param {AudioContext} audio @param {number} hertz what is heard most of it @param {AudioNode} out */
function hissing(audio, hertz, out) {
  hiss ??= whiteNoise(audio);
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  source.buffer = hiss;
  band.type = "bandpass";
  band.frequency.value = hertz;
  source.connect(band).connect(out);
  return source;
}

/** @param {AudioContext} audio @returns {AudioBuffer} half a second */
function whiteNoise(audio) {
  const found = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = found.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  return found;
}
