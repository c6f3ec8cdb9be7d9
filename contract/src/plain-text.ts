import type { z } from 'zod'
import { because } from './reason-of-issue.ts'

/** Controls, direction marks, halves of pairs, private characters, breaks of lines, and what is drawn as nothing. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Letters of living languages carry three at most; more grow over the lines beside. */
const towerOfMarks = /\p{M}{4}/u
/** Makes a picture of a sign, as keyboards of phones send it: ❤️. */
const pictureMark = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** Whether everything in it can be seen, so that no two names look the same for what cannot. */
export const isPlain = (value: string): boolean =>
  ![unseen, towerOfMarks].some((pattern) => pattern.test(value.replace(pictureMark, '')))

/** The rule of every name that people give: `schema`, and nothing in it that cannot be seen. */
export const plain = <S extends z.ZodType<string, string>>(schema: S): S =>
  schema.refine(isPlain, because('unseenCharacters')) as S

/** What a header of a call can carry: fetch refuses everything else, and the channel would be of no use. */
export const isHeaderText = (value: string): boolean => /^[\x20-\x7e]*$/.test(value)
export const headerText = <S extends z.ZodType<string, string>>(schema: S): S =>
  schema.refine(isHeaderText, because('asciiOnly')) as S
