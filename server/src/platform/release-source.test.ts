import { expect, test } from 'bun:test'
import projectFile from '../../../package.json'
import { environment } from './config.ts'
import { releasesAddress, repositoryAddress } from './release-source.ts'

test('the repository has the address of package.json, without what only git needs', () => {
  const repository = { type: 'git', url: 'git+https://github.com/acme/sluice.git' }
  expect(repositoryAddress({ repository })).toBe('https://github.com/acme/sluice')
  expect(repositoryAddress({ repository: 'https://codeberg.org/acme/sluice' })).toBe('https://codeberg.org/acme/sluice')
  expect(repositoryAddress({ repository: 'acme/sluice' })).toBeNull()
  expect(repositoryAddress({})).toBeNull()
})

test.each([
  ['https://github.com/acme/sluice', 'https://api.github.com/repos/acme/sluice/releases/latest'],
  ['https://codeberg.org/acme/sluice/', 'https://codeberg.org/api/v1/repos/acme/sluice/releases/latest'],
  ['https://forgejo.example:3000/a/b', 'https://forgejo.example:3000/api/v1/repos/a/b/releases/latest'],
  ['https://code.example/acme/sluice', ''],
])('the newest release of %s is at the API of its forge', (repository, address) => {
  expect(releasesAddress({ repository })).toBe(address)
})

test('RELEASES_URL defaults to the releases of the repository that package.json names', () => {
  expect(environment.parse({}).RELEASES_URL).toBe(releasesAddress(projectFile))
  const given = 'https://mirror.example/latest.json'
  expect(environment.parse({ RELEASES_URL: given }).RELEASES_URL).toBe(given)
})
