import { expect, test } from 'bun:test'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import ChatMarkdown from './chat-markdown.tsx'

const show = (text: string) => visit(<ChatMarkdown text={text} isGrowing={false} />, { answers: {} })
const drawn = () => document.querySelectorAll('.katex')

test('formulas are set, in lines and by themselves', async () => {
  await show('With $a^2 + b^2$ follows $$c = \\sqrt{a^2 + b^2}$$')
  await waitFor(() => expect(drawn()).toHaveLength(2))
  expect(document.querySelectorAll('.katex-display')).toHaveLength(1)
  expect(document.querySelector('[data-formula]')).toBeNull()
})

test('a formula neither links nor loads, and what is no TeX stays readable', async () => {
  await show(
    '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://img.example/a.png}$ $\\htmlClass{ant-btn}{y}$ $\\frac{1$',
  )
  await waitFor(() => expect(document.body.textContent).toContain('\\frac{1'))
  expect(document.querySelector('[href], img, .ant-btn')).toBeNull()
})

test('code is coloured once its language is known', async () => {
  await show('```ts\na; const b = "<img src=x>"\n```')
  await waitFor(() => expect(document.querySelector('.hljs-keyword')?.textContent).toBe('const'))
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByText('ts')).toBeTruthy()
})
