/** Names as a list in a sentence: `a, b`, in Chinese `a、b`. */
export const formatList = (names: readonly string[], language: string | undefined): string =>
  names.join(language === 'zh' ? '、' : ', ')
