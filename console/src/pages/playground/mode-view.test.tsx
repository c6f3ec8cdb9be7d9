import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { ModeForm } from './mode-form.tsx'
import { ModeResult } from './mode-result.tsx'

const formOf = async (mode: 'picture' | 'speech' | 'transcript' | 'embedding') => {
  const sent: unknown[] = []
  const onSend = (model: string, input: object) => sent.push([model, input])
  const here = await visit(
    <ModeForm mode={mode} models={['m1', 'm2']} wanted="m2" isBusy={false} onSend={onSend} onStop={() => {}} />,
  )
  return { ...here, sent }
}

test('a picture needs a description, and goes to the model of the address', async () => {
  const { user, sent } = await formOf('picture')
  const button = screen.getByRole('button', { name: 'Make the picture' })
  expect(button).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText('Description of the picture'), 'a gate')
  await user.click(button)
  expect(sent).toEqual([['m2', expect.objectContaining({ text: 'a gate', count: 1, size: '' })]])
})

test('a recording is chosen; one that is too large is not sent', async () => {
  const { user, sent } = await formOf('transcript')
  const field = screen.getByLabelText(/Choose a file/)
  await user.upload(field, new File([new Uint8Array(26 * 1_048_576)], 'long.wav', { type: 'audio/wav' }))
  expect(screen.getByText('A recording can have at most 25 MB')).toBeTruthy()
  await user.upload(field, new File(['x'], 'a.wav', { type: 'audio/wav' }))
  await user.click(screen.getByRole('button', { name: 'Transcribe' }))
  expect(sent).toEqual([['m2', expect.objectContaining({ file: expect.any(File) })]])
})

test('a picture at another address is a link that names its host', async () => {
  await visit(<ModeResult result={{ mode: 'picture', pictures: [], links: ['https://img.example/a.png'] }} />)
  const link = screen.getByRole('link', { name: /opens at img.example/ })
  expect(link.getAttribute('rel')).toContain('noreferrer')
  expect(document.querySelector('img')).toBeNull()
})

test('a vector is shown by its beginning', async () => {
  await visit(<ModeResult result={{ mode: 'embedding', vector: Array.from({ length: 1_536 }, () => 0.5) }} />)
  expect(screen.getByText('1,536 dimensions')).toBeTruthy()
})
