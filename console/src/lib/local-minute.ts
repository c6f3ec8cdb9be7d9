/** `2026-11-20T09:05` in local time, as the browser's own field for a moment wants it; '' for no time. Unix seconds. */
export function localMinute(seconds: number): string {
  if (seconds <= 0) return ''
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Back to seconds; 0 when the field was emptied. */
export const secondsOfLocalMinute = (text: string): number =>
  text === '' ? 0 : Math.floor(new Date(text).getTime() / 1000)
