/** Without characters that look alike, as a person may read it out. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 16

/** A random password of some 92 bits. */
export function generatePassword(): string {
  const limit = 256 - (256 % letters.length)
  let password = ''
  while (password.length < length)
    // Bytes beyond the limit would make some letters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < limit && password.length < length) password += letters[byte % letters.length]
  return password
}
