import { readImage } from './attach-images.ts'
import type { Attachment } from './message.ts'

/** The most files of a message beside its pictures. */
export const filesMax = 4
const soundBytesMax = 8 * 1_048_576
const pdfBytesMax = 8 * 1_048_576
const textCharsMax = 200_000

/** The names of texts whose type browsers do not know. */
const textName =
  /\.(txt|md|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|log|html?|css|[cm]?[jt]sx?|py|rb|rs|go|java|kt|swift|c|h|cpp|cs|php|sql|sh|lua)$/i

/** What the file dialog offers. */
export const acceptedFiles = 'image/*,audio/wav,audio/mpeg,.wav,.mp3,application/pdf,text/*,.json,.md,.csv,.yaml,.yml'

type ReadFile =
  | { kind: 'image'; url: string }
  | { kind: 'file'; file: Attachment }
  | { kind: 'refused'; why: 'image' | 'sound' | 'pdf' | 'text' | 'unknown' }

/** What a message carries of a file: a scaled picture, sound (WAV or MP3), a PDF, or text. */
export async function readFile(file: File): Promise<ReadFile> {
  if (file.type.startsWith('image/')) {
    const url = await readImage(file)
    return url === null ? { kind: 'refused', why: 'image' } : { kind: 'image', url }
  }
  const { name } = file
  const format = soundFormatOf(file)
  if (format !== null) {
    if (file.size > soundBytesMax) return { kind: 'refused', why: 'sound' }
    return { kind: 'file', file: { kind: 'sound', name, format, data: await base64Of(file) } }
  }
  if (file.type.startsWith('audio/')) return { kind: 'refused', why: 'sound' }
  if (file.type === 'application/pdf') {
    if (file.size > pdfBytesMax) return { kind: 'refused', why: 'pdf' }
    return { kind: 'file', file: { kind: 'pdf', name, data: await base64Of(file) } }
  }
  if (file.type.startsWith('text/') || file.type === 'application/json' || textName.test(name)) {
    // Bytes are at least as many as characters.
    const data = file.size > textCharsMax * 4 ? null : await file.text()
    if (data === null || data.length > textCharsMax || data.includes('\0')) return { kind: 'refused', why: 'text' }
    return { kind: 'file', file: { kind: 'text', name, data } }
  }
  return { kind: 'refused', why: 'unknown' }
}

/** The two formats that models take. */
function soundFormatOf({ type, name }: File): 'wav' | 'mp3' | null {
  if (/^audio\/(wav|x-wav|wave|vnd\.wave)$/.test(type) || /\.wav$/i.test(name)) return 'wav'
  return /^audio\/(mpeg|mp3)$/.test(type) || /\.mp3$/i.test(name) ? 'mp3' : null
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const step = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}
