/** Everything is relative to fresh input text, itself `ratio` quota a token (ratio 1 = 2 dollars a million). */
export interface RatioPrice {
  readonly kind: 'ratio'
  readonly ratio: number
  /** Output text against input text. Output images count as output text. */
  readonly completionRatio: number
  readonly cacheReadRatio: number
  readonly cacheWrite5mRatio: number
  readonly cacheWrite1hRatio: number
  readonly imageRatio: number
  readonly audioRatio: number
  /** Output audio against input audio. */
  readonly audioCompletionRatio: number
}

/** `price` dollars for each unit (a call, an image). */
export interface PerCallPrice {
  readonly kind: 'per_call'
  readonly price: number
}

/** Immutable: what is worked out from one is remembered by its identity. */
export type ModelPrice = RatioPrice | PerCallPrice
