import { isRecord, textOf } from '@sluice/contract/read-json'

/** A song or a text, with the fields that the service reported. */
export interface Song {
  id: string
  title: string
  tags: string
  /** https addresses; '' = none. */
  audioUrl: string
  videoUrl: string
  text: string
}

/** Only addresses that are safe for a browser: the text is untrusted. */
const addressOf = (value: unknown): string => (/^https:\/\//i.test(textOf(value)) ? textOf(value) : '')

/** The results of a task: a list of songs, or one text. Unreadable entries are omitted. */
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

/** The addresses of pictures. A maker in the own network may have no https. */
export const parsePictures = (data: unknown): string[] =>
  (Array.isArray(data) ? data : [])
    .filter(isRecord)
    .map(({ url }) => textOf(url))
    .filter((url) => /^https?:\/\//i.test(url))

/** Whether an upstream returned nothing: no list, or an empty one. Then there is no result to view. */
export const isEmptyResult = (data: unknown): boolean =>
  data === null || data === undefined || (typeof data === 'object' && Object.keys(data).length === 0)
