const headBytes = 44
/** 16 bits, one channel. */
const bytesPerSample = 2

/** The beginning of a WAV file with `bytes` bytes of samples: PCM of 16 bits, one channel. */
export function wavHead(bytes: number, sampleRate: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(headBytes)
  const view = new DataView(head.buffer)
  const write = (at: number, word: string) => {
    for (let index = 0; index < word.length; index++) head[at + index] = word.charCodeAt(index)
  }
  write(0, 'RIFF')
  view.setUint32(4, headBytes - 8 + bytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // PCM, one channel.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * bytesPerSample, true)
  view.setUint16(32, bytesPerSample, true)
  view.setUint16(34, bytesPerSample * 8, true)
  write(36, 'data')
  view.setUint32(40, bytes, true)
  return head
}
