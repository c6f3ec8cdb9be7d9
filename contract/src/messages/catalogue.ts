import type english from './en/all.ts'
import type englishShared from './en/shared.ts'
import type { NamesIn } from './template.ts'
import type { CodeIn, TextOf } from './translation.ts'

/** The English texts of each domain. Their keys are the codes of messages, their placeholders the params. */
type English = typeof english
export type Domain = keyof English
/** Domains that the console reads too. */
type SharedDomain = keyof typeof englishShared

/** The texts of a domain in a language, in the JSON format of i18next. */
export type Table = Readonly<Record<string, string>>
/** The texts of a language; the console loads the shared ones. */
export type Texts = Readonly<Record<SharedDomain, Table> & Partial<Record<Domain, Table>>>

/** The codes of a domain. */
export type CodeOf<D extends Domain> = CodeIn<English[D]>
export type NamesOf<D extends Domain, Code extends CodeOf<D>> = NamesIn<TextOf<English[D], Code>>
/** The params of a code. Without one of them it does not compile. */
export type ParamsOf<D extends Domain, Code extends CodeOf<D>> = {
  readonly [Name in NamesOf<D, Code>]: string | number
}

/** A reason: data inside the params of another message. */
export interface ReasonMessage {
  readonly code: CodeOf<'reasons'>
  readonly params: Readonly<Record<string, string | number>>
  /** The entry of a table or the field of an object that it concerns, such as `gpt-4o`; absent = the whole value. */
  readonly at?: string
}

export type MessageParams = Readonly<Record<string, string | number | ReasonMessage>>

/** A message with all its params, as it is stored. */
export type DataOf<D extends Domain> = {
  [Code in CodeOf<D>]: { readonly code: Code; readonly params: ParamsOf<D, Code> }
}[CodeOf<D>]

/** A message whose text has no values. */
interface PlainMessage<D extends Domain> {
  readonly code: { [Code in CodeOf<D>]: NamesOf<D, Code> extends never ? Code : never }[CodeOf<D>]
  readonly params?: undefined
}

/** What can be rendered. The params of errors and reasons are typed where these are made. */
export type MessageOf<D extends Domain> = D extends 'errors'
  ? { readonly code: CodeOf<'errors'>; readonly params?: MessageParams }
  : D extends 'reasons'
    ? ReasonMessage
    : DataOf<D> | PlainMessage<D>

/** A message that was stored or sent; another version may have other codes and params. */
export interface StoredMessage {
  readonly code: string
  readonly params?: MessageParams
  /** The entry or field that a reason concerns. */
  readonly at?: string
}
