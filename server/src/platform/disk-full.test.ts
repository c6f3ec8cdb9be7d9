import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { explainFullDisk } from './disk-full.ts'

const withCode = (code: string, cause?: unknown) => Object.assign(new Error(`${code}: no`, { cause }), { code })

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'])('%s names the folder and its free space', (code) => {
  const text = explainFullDisk(withCode(code), tmpdir())
  expect(text).toContain(`files in ${tmpdir()}, whose disk has `)
  expect(text).toContain(code)
})

test('a nested cause is found, and a missing folder is still named', () => {
  const text = explainFullDisk(new Error('disk full', { cause: withCode('SQLITE_FULL') }), '/nowhere/at/all')
  expect(text).toStartWith('There is not enough disk space for files in /nowhere/at/all: disk full.')
})

test('other failures are not explained', () => {
  for (const error of [withCode('EACCES'), new Error('no'), 'ENOSPC', null])
    expect(explainFullDisk(error, tmpdir())).toBeNull()
})
