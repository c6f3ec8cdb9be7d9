import type { z } from 'zod'
import { because } from './reason-of-issue.ts'

/** Controls, direction marks, lone surrogates, private characters, line breaks, and invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** No language in use needs more than three combining marks on a letter; more overlap the neighbouring lines. */
const stackedMarks = /\p{M}{4}/u
/** The variation selector that makes an emoji of a sign, as phone keyboards send it: ❤️. */
const emojiSelector = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** Whether all characters are visible, so that no two names look the same. */
export const isPlain = (value: string): boolean =>
  ![invisible, stackedMarks].some((pattern) => pattern.test(value.replace(emojiSelector, '')))

/** The rule for every name that people choose: `schema`, without invisible characters. */
export const plain = <S extends z.ZodType<string, string>>(schema: S): S =>
  schema.refine(isPlain, because('unseenCharacters'))

/** Whether a header can contain the text: fetch refuses anything else, so the channel could not be called. */
export const isHeaderText = (value: string): boolean => /^[\x20-\x7e]*$/.test(value)
export const headerText = <S extends z.ZodType<string, string>>(schema: S): S =>
  schema.refine(isHeaderText, because('asciiOnly'))
