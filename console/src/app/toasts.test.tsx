import { expect, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react/pure'
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
