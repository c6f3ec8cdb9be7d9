import { expect, test } from 'bun:test'
import { fileAddress, withAbsoluteLinks } from './project-links.ts'

const onGitHub = { version: '0.2.0', repository: { url: 'git+https://github.com/acme/sluice.git' } }
const nowhere = { version: '0.2.0' }

test('a file has the address of its release in the form of the forge', () => {
  expect(fileAddress('docs/api.md', onGitHub)).toBe('https://github.com/acme/sluice/blob/v0.2.0/docs/api.md')
  expect(fileAddress('docs/api.md', { version: '0.2.0', repository: 'https://codeberg.org/acme/sluice' })).toBe(
    'https://codeberg.org/acme/sluice/src/tag/v0.2.0/docs/api.md',
  )
})

test('links to files of the repository become absolute, or plain text without its address', () => {
  const text =
    'See [limits](docs/limits.md#storage), [here](#up), [there](https://a.example/x) and ![a picture](docs/a.png).'
  expect(withAbsoluteLinks(text, 'CHANGELOG.md', onGitHub)).toBe(
    'See [limits](https://github.com/acme/sluice/blob/v0.2.0/docs/limits.md#storage), ' +
      '[here](https://github.com/acme/sluice/blob/v0.2.0/CHANGELOG.md#up), [there](https://a.example/x) and ' +
      '![a picture](https://github.com/acme/sluice/blob/v0.2.0/docs/a.png).',
  )
  expect(withAbsoluteLinks(text, 'CHANGELOG.md', nowhere)).toBe(
    'See limits, here, [there](https://a.example/x) and a picture.',
  )
})
