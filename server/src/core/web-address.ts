/** Whether a text of an upstream is an address over http or https: no other one is passed on to a client. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
