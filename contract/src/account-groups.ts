/**
 * The groups in the text of an account, which separates them by commas. The first decides prices and limits; tokens may
 * use all of them.
 */
export const accountGroups = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** The group that decides prices and limits; '' = the account has none. */
export const firstGroup = (text: string): string => accountGroups(text)[0] ?? ''
