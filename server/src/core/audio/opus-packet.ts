const short = [480, 960, 1_920, 2_880]
const hybrid = [480, 960]
const full = [120, 240, 480, 960]

/**
 * Seconds of an Opus packet, from its first two bytes; 0 for an empty one.
 * https://www.rfc-editor.org/rfc/rfc6716, section 3.1
 */
export function opusPacketSeconds(first: number | undefined, second: number | undefined): number {
  if (first === undefined) return 0
  const config = first >> 3
  const samples = config < 12 ? short[config & 3] : config < 16 ? hybrid[config & 1] : full[config & 3]
  const code = first & 3
  const frames = code === 0 ? 1 : code === 3 ? (second ?? 0) & 63 : 2
  return ((samples ?? 0) * frames) / 48_000
}
