import { wavHead } from '@sluice/contract/wav-head'

/** What OpenAI streams: 16 bits, one channel. */
const sampleRate = 24_000

/** Streamed sound, in pieces of base64, as the address of a WAV file; null = it cannot be read. */
export function soundUrl(pieces: readonly string[]): string | null {
  try {
    const samples = pieces.map(atob).join('')
    return `data:audio/wav;base64,${btoa(String.fromCharCode(...wavHead(samples.length, sampleRate)) + samples)}`
  } catch {
    return null
  }
}
