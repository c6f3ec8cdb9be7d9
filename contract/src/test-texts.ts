/** Whether a text has Chinese characters. */
export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
