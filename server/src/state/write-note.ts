import { type LogNote, noteIn, type StoredNote } from '@sluice/contract/log-notes'
import type { Language } from '../platform/accepted-language.ts'
import { type AmountOptions, describeAmount } from './describe-amount.ts'

/** A sentence of the usage log as its row keeps it: the data, and English for readers of the stored row. */
export interface WrittenNote {
  note: LogNote
  content: string
}

/** Throws when a text names a value that the note lacks. */
export function writeNote(note: LogNote, options: AmountOptions): WrittenNote {
  const content = describeNote('en', note, options)
  if (content === null) throw new Error(`the note ${note.code} lacks a value`)
  return { note, content }
}

/** The sentence of a note, its amounts as the site shows them; null where it cannot be written from the note. */
export const describeNote = (
  language: Language,
  note: StoredNote | undefined,
  options: AmountOptions,
): string | null => noteIn(language, note, (quota) => describeAmount(quota, options))
