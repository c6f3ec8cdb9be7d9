import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimSpillFile } from './spill-place.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-spill-place-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A file as a dead process leaves it: complete lines, a partial line, and preallocated space. */
const writeLeftFile = (name: string, ...lines: string[]) =>
  writeFileSync(join(folder, name), `${lines.map((line) => `${line}\n`).join('')}half\0\0\0`)
const claim = (number: number | null, count = 2) =>
  claimSpillFile(folder, 3000, number === null ? null : { number, count })

test('each worker has its own file', () => {
  expect([claim(null), claim(1), claim(2)].map((path) => path.slice(folder.length + 1))).toEqual([
    'ledger-3000.spill',
    'ledger-3000-1.spill',
    'ledger-3000-2.spill',
  ])
})

test('the lines in files of processes that no longer exist are taken over once, by the first worker', () => {
  writeLeftFile('ledger-3000.spill', 'alone')
  writeLeftFile('ledger-3000-1.spill', 'first')
  writeLeftFile('ledger-3000-2.spill', 'second')
  writeLeftFile('ledger-3000-3.spill', 'third', 'more')
  writeLeftFile('ledger-3000-4.spill')
  writeLeftFile('ledger-30001.spill', 'another port')
  claim(2)
  expect(readdirSync(folder)).toHaveLength(6)
  const own = claim(1)
  expect(readFileSync(own, 'utf8').split('\n').sort()).toEqual(['', 'alone', 'first', 'more', 'third'])
  expect(readdirSync(folder).sort()).toEqual(['ledger-3000-1.spill', 'ledger-3000-2.spill', 'ledger-30001.spill'])
})

test('a single process takes over the lines of former workers', () => {
  writeLeftFile('ledger-3000-1.spill', 'first')
  writeLeftFile('ledger-3000-2.spill', 'second')
  expect(readFileSync(claim(null), 'utf8').split('\n').sort()).toEqual(['', 'first', 'second'])
})
