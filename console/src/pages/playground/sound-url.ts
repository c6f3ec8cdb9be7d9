/** What OpenAI streams: 16 bits, one channel. */
const sampleRate = 24_000
const headBytes = 44

/** Streamed sound, in pieces of base64, as the address of a WAV file; null = it cannot be read. */
export function soundUrl(pieces: readonly string[]): string | null {
  try {
    const samples = pieces.map(atob).join('')
    return `data:audio/wav;base64,${btoa(headOf(samples.length) + samples)}`
  } catch {
    return null
  }
}

function headOf(bytes: number): string {
  const view = new DataView(new ArrayBuffer(headBytes))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, headBytes - 8 + bytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // PCM, one channel.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, bytes, true)
  return String.fromCharCode(...new Uint8Array(view.buffer))
}
