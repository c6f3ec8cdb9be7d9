import { expect, test } from 'bun:test'
import { alternate, type CpuFigure, describeCpu, median } from './comparison.ts'
import type { Subject } from './subjects.ts'

const subject = (name: string): Subject => ({
  name,
  isGateway: true,
  pid: process.pid,
  plainUrl: '',
  streamUrl: '',
  key: '',
})
const figures = (...micros: number[]): CpuFigure[] => micros.map((own) => ({ micros: own, compilerMicros: own / 10 }))

test('each subject is measured as often before another one as after it', async () => {
  const order: string[] = []
  const results = await alternate([subject('sluice'), subject('base')], async ({ name }) => order.push(name))
  expect(order.slice(0, 4)).toEqual(['sluice', 'base', 'base', 'sluice'])
  const earlier = order.filter((name, index) => index % 2 === 0 && name === 'sluice')
  expect(earlier).toHaveLength(order.length / 4)
  expect([...results.values()].map((own) => own.length)).toEqual([order.length / 2, order.length / 2])
})

test('a revision has the median of all its processes, and their spread', () => {
  const lines = describeCpu(
    new Map([
      [subject('nginx'), figures(10, 12)],
      [subject('sluice'), figures(100, 102)],
      [subject('base'), figures(90, 94)],
      [subject('sluice'), figures(110, 112)],
    ]),
    { title: 'CPU', budget: '≤ 8.0 ×' },
  )
  expect(lines.slice(1)).toEqual([
    '  nginx  11.0 µs (10.0–12.0), 9.9 without compilers',
    '  sluice 106.0 µs (101.0–111.0), 9.64 × nginx, 95.4 without compilers  (budget: ≤ 8.0 ×)',
    '  base   92.0 µs (90.0–94.0), 8.36 × nginx, 82.8 without compilers',
    '  sluice is 1.15 × base, 1.15 × without compilers; figures of one revision are up to 1.10 × apart',
  ])
})

test('the median of an even number is between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([3, 1, 2])).toBe(2)
  expect(median([])).toBeNaN()
})
