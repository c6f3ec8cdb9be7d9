import { tableOf } from '@sluice/contract/table-of'

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/**
 * The media type by the first bytes, or by twelve of them as a character each, independent of headers and file names;
 * null when unknown.
 */
export function sniffMediaType(bytes: Uint8Array | string): string | null {
  const start = typeof bytes === 'string' ? bytes : latin(bytes, 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('RIFF')) return riffTypes[start.slice(8)] ?? null
  if (start.slice(4, 8) === 'ftyp') return brandType(start.slice(8))
  if (start.startsWith('OggS')) return 'audio/ogg'
  if (start.startsWith('fLaC')) return 'audio/flac'
  if (start.startsWith('ID3')) return 'audio/mp3'
  if (start.startsWith('\x1aE\xdf\xa3')) return 'video/webm'
  if (start.startsWith('\xff\xf1') || start.startsWith('\xff\xf9')) return 'audio/aac'
  // A frame of MPEG audio, layer III, without a tag before it.
  return /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(start) ? 'audio/mp3' : null
}

const riffTypes = tableOf<string>({ WEBP: 'image/webp', WAVE: 'audio/wav' })

/** ISO media files name their family in the brand. */
function brandType(brand: string): string {
  if (/^(heic|heix|heim|heis)$/.test(brand)) return 'image/heic'
  if (/^(mif1|msf1)$/.test(brand)) return 'image/heif'
  if (brand === 'avif') return 'image/avif'
  if (brand === 'M4A ') return 'audio/mp4'
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
}
