/** Suffixes of i18next: the categories of `Intl.PluralRules`. */
type PluralSuffix = `_${Intl.LDMLPluralRule}`
/** Suffixes of variants that a language may have. */
type VariantSuffix = '_console' | '_predicate'

/** A key that each language has: a text without forms, or the form `other`. */
type Required<Key> = Key extends `${string}${VariantSuffix}${'' | PluralSuffix}`
  ? never
  : Key extends `${string}_other`
    ? Key
    : Key extends `${string}${PluralSuffix}`
      ? never
      : Key

/** A file of another language: the keys of the English one, with the plural forms that the language has. */
export type Translation<English> = { readonly [Key in keyof English as Required<Key>]: string } & {
  readonly [Form in `${string}${VariantSuffix | PluralSuffix}`]?: string
}

/** The codes of a file: its keys without the suffixes. */
export type CodeIn<Texts> = {
  [Key in keyof Texts & string]: Key extends Required<Key> ? (Key extends `${infer Code}_other` ? Code : Key) : never
}[keyof Texts & string]

/** The text of a code in a file. */
export type TextOf<Texts, Code extends string> = Extract<
  Code extends keyof Texts ? Texts[Code] : `${Code}_other` extends keyof Texts ? Texts[`${Code}_other`] : never,
  string
>
