import { expect, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react/pure'
import { Glob } from 'bun'
import { visit } from '../../test/visit.tsx'
import { toastError } from '../lib/toasts.ts'

test('queries that fail for the same reason show one message', async () => {
  await visit(<p>page</p>)
  act(() => {
    toastError('The server cannot be reached.')
    toastError('The server cannot be reached.')
    toastError('Something else.')
  })
  await screen.findByText('Something else.')
  await waitFor(() => expect(screen.getAllByText('The server cannot be reached.')).toHaveLength(1))
})

test('pages and components show their messages in the area that outlives the frames', async () => {
  const root = `${import.meta.dir}/..`
  const found: string[] = []
  for await (const file of new Glob('{pages,components}/**/*.{ts,tsx}').scan(root))
    if (/\bmessage\b[^}]*\} = App\.useApp\(\)/.test(await Bun.file(`${root}/${file}`).text())) found.push(file)
  expect(found).toEqual([])
})
