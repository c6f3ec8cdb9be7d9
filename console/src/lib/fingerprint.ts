/** Distinguishes two texts of the site; not a secret. */
export function fingerprintOf(text: string): string {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (hash * 33 + text.charCodeAt(index)) | 0
  return `${text.length}.${hash >>> 0}`
}
