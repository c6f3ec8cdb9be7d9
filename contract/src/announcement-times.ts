/** When an announcement is shown, as its list has it: ISO dates; no end, or an empty one = it is no banner. */
interface AnnouncedSpan {
  publishDate: string
  until?: string | undefined
}

/** Whether all pages show it as a banner at `now`, in milliseconds. */
export const isRunning = ({ publishDate, until = '' }: AnnouncedSpan, now: number): boolean =>
  until !== '' && Date.parse(publishDate) <= now && now < Date.parse(until)
