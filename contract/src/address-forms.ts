/** Whether the text begins as an address of a web page does. The rest is not checked. */
export const isWebLink = (text: string): boolean => /^https?:\/\//i.test(text)

/** Whether the text is an address of a picture: of any site, or a path of this one. */
export const isPictureAddress = (text: string): boolean => isWebLink(text) || /^\/[^/]/.test(text)

/** Whether the text has the form of a mail address, spaces around it aside. `mailAddress` is the full check. */
export const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
