/** `2026-11-20T09:05` in local time, as a `datetime-local` field needs it; '' for no time. Unix seconds. */
export function localMinute(seconds: number): string {
  if (seconds <= 0) return ''
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Back to seconds; 0 for an empty field. */
export const secondsOfLocalMinute = (text: string): number =>
  text === '' ? 0 : Math.floor(new Date(text).getTime() / 1000)
