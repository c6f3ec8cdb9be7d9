import { isRecord, textOf } from '@sluice/contract/read-json'

/** A song or a text, as far as a service told of it. */
export interface Song {
  id: string
  title: string
  tags: string
  /** https addresses; '' = none. */
  audioUrl: string
  videoUrl: string
  text: string
}

/** Only what a browser may go to: the text came from elsewhere. */
const addressOf = (value: unknown): string => (/^https:\/\//i.test(textOf(value)) ? textOf(value) : '')

/** What came of a task: a list of songs, or one text. What cannot be read is left out. */
export function parseSongs(data: unknown): Song[] {
  const list = Array.isArray(data) ? data : isRecord(data) ? [data] : []
  return list.filter(isRecord).map((song, index) => {
    const metadata = isRecord(song.metadata) ? song.metadata : {}
    return {
      id: textOf(song.id) || String(index),
      title: textOf(song.title),
      tags: textOf(song.tags) || textOf(metadata.tags),
      audioUrl: addressOf(song.audio_url),
      videoUrl: addressOf(song.video_url),
      text: textOf(song.text) || textOf(metadata.prompt),
    }
  })
}

/** Whether an upstream answered nothing: no list, or an empty one. There is no result to view then. */
export const isEmptyResult = (data: unknown): boolean =>
  data === null || data === undefined || (typeof data === 'object' && Object.keys(data).length === 0)
