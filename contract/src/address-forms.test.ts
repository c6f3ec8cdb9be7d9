import { expect, test } from 'bun:test'
import { isMailAddress, isPictureAddress, isWebLink } from './address-forms.ts'

test('a web link begins with http or https', () => {
  for (const link of ['https://a.test', 'HTTP://a.test/x?y']) expect(isWebLink(link)).toBe(true)
  for (const text of ['', 'a.test', '//a.test', 'javascript:alert(1)', ' https://a.test', 'httpss://a', 'app://a'])
    expect(isWebLink(text)).toBe(false)
})

test('a picture is a web link or a path of this site', () => {
  for (const address of ['https://a.test/x.png', '/logo.svg']) expect(isPictureAddress(address)).toBe(true)
  for (const text of ['', '/', '//a.test/x.png', 'OpenAI.Color']) expect(isPictureAddress(text)).toBe(false)
})

test('a mail address has one @ and a domain with a dot', () => {
  for (const address of ['a@b.test', ' a.b+c@d.e.test ']) expect(isMailAddress(address)).toBe(true)
  for (const text of ['', 'a', 'a@b', 'a@@b.test', 'a b@c.test', '@b.test']) expect(isMailAddress(text)).toBe(false)
})
