import { type LogNote, noteFor, type StoredNote } from '@sluice/contract/log-notes'
import { readerOf } from '@sluice/contract/messages/render'
import type { Language } from '../platform/accepted-language.ts'
import { type AmountOptions, describeAmount } from './describe-amount.ts'

/** A message of the usage log in its stored form: the data, and English for readers of the row. */
export interface WrittenNote {
  note: LogNote
  content: string
}

/** Throws when a text names a parameter that the note lacks. */
export function writeNote(note: LogNote, options: AmountOptions): WrittenNote {
  const content = describeNote('en', note, options)
  if (content === null) throw new Error(`the note ${note.code} lacks a value`)
  return { note, content }
}

/** The message of a note, with amounts in the site's format; null if the note is incomplete. */
export const describeNote = (language: Language, note: StoredNote | undefined, options: AmountOptions): string | null =>
  noteFor(readerOf(language), note, (quota) => describeAmount(quota, options))
