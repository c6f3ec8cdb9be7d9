const names: ReadonlySet<string> = new Set([
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
])

/** `voice`, or `fallback` for one of OpenAI's voices and for none: other providers do not have them. */
export const voiceFor = (voice: string, fallback: string): string =>
  voice === '' || names.has(voice.toLowerCase()) ? fallback : voice
