import { estimateTokens } from './estimate-tokens.ts'
import { createOutputCounter, type OutputCounter } from './output-counter.ts'

/** UTF-16 units of a prompt that are all counted: most prompts have fewer. */
const wholeMax = 8_192
/**
 * What follows is divided into sections; this many units of each are counted. Of 70 to 300 kB of source code or
 * documentation the result is off by 2 to 3 % (standard deviation), and 1 % high, because a window may begin in a word.
 */
const windowUnits = 256
const sectionMin = 8_192
/** Later sections grow with the prompt, so that 32 MB take less than a millisecond. */
const sectionsPerPrompt = 64

/**
 * Estimates the tokens of texts that follow one another, like `estimateTokens` but with a bounded amount of work. It
 * counts the first 8 192 units completely, and samples of the rest. The positions of the samples are random for each
 * estimate, so that a caller cannot predict them. Samples add an error of a few per cent.
 */
export class PromptSampler {
  readonly #random: () => number
  /** Tokens of the texts at the beginning. */
  #whole = 0
  #wholeLeft = wholeMax
  /** Tokens of sections that are over. */
  #sampled = 0
  /** Units after the whole part. */
  #at = 0
  #section: Section | null = null

  /** `random`: from 0 to below 1. */
  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  add(text: string): void {
    let from = 0
    if (this.#wholeLeft > 0) {
      from = Math.min(text.length, this.#wholeLeft)
      this.#whole += estimateTokens(text.slice(0, from))
      this.#wholeLeft -= from
    }
    while (from < text.length) {
      this.#section ??= newSection(0, this.#whole / wholeMax, this.#random())
      const section = this.#section
      const units = Math.min(text.length - from, section.until - this.#at)
      const [start, end] = [
        Math.max(section.windowFrom, this.#at),
        Math.min(section.windowFrom + windowUnits, this.#at + units),
      ]
      if (start < end) {
        section.counter.add(text.slice(from + start - this.#at, from + end - this.#at))
        section.counted += end - start
      }
      from += units
      this.#at += units
      if (this.#at < section.until) continue
      this.#sampled += tokensOf(section, section.until)
      this.#section = newSection(section.until, this.#sampled / section.until, this.#random())
    }
  }

  /** Whole tokens so far, rounded up. */
  tokens(): number {
    const open = this.#section ? tokensOf(this.#section, this.#at) : 0
    return this.#whole + Math.ceil(this.#sampled + open)
  }
}

interface Section {
  from: number
  until: number
  windowFrom: number
  counter: OutputCounter
  counted: number
  /** Tokens of a unit of what comes before. */
  densityBefore: number
}

function newSection(from: number, densityBefore: number, drawn: number): Section {
  const length = Math.max(sectionMin, Math.floor(from / sectionsPerPrompt))
  const windowFrom = from + Math.floor(drawn * (length - windowUnits + 1))
  return { from, until: from + length, windowFrom, counter: createOutputCounter(), counted: 0, densityBefore }
}

/** Tokens of a section up to `at`. The part of its window that was not reached counts like what comes before. */
function tokensOf({ from, counter, counted, densityBefore }: Section, at: number): number {
  const density = (counter.tokens() + densityBefore * (windowUnits - counted)) / windowUnits
  return density * (at - from)
}
