import { expect, test } from 'bun:test'
import { closeOpenEnds, createMarkdown } from './markdown-blocks.ts'

const markdown = createMarkdown(({ alt, host }) => `picture at ${host}: ${alt}`)
const htmlOf = (text: string) =>
  markdown
    .blocksOf(text, false)
    .map((block) => {
      if (block.kind === 'html') return markdown.htmlOf(block.token)
      return block.kind === 'code' ? `[${block.language}]${block.text}` : block.raw
    })
    .join('')
    .trim()

test('blocks stay the same while text is appended', () => {
  const text = '# Title\n\nA paragraph.\n\n- one\n- two\n\n```ts\nconst a = 1\n```\n\nEnd'
  const whole = markdown.blocksOf(text, false).map(({ raw }) => raw)
  expect(whole).toHaveLength(5)
  const before = markdown.blocksOf(text.slice(0, text.indexOf('End')), true).map(({ raw }) => raw)
  expect(before.slice(0, 3)).toEqual(whole.slice(0, 3))
})

test('code keeps its language and text, the fence open or closed', () => {
  const [closed] = markdown.blocksOf('```ts title="x"\nlet a = "<b>"\n```', false)
  expect(closed).toMatchObject({ kind: 'code', language: 'ts', text: 'let a = "<b>"' })
  const [open] = markdown.blocksOf('```py\nprint(1)', true)
  expect(open).toMatchObject({ kind: 'code', language: 'py', text: 'print(1)' })
})

test('HTML of a model is text, except for a few tags', () => {
  expect(htmlOf('a <script>alert(1)</script> b')).toBe('<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>')
  expect(htmlOf('<iframe src="https://evil.example"></iframe>')).toStartWith('&lt;iframe')
  expect(htmlOf('H<sub>2</sub>O<br>x')).toBe('<p>H<sub>2</sub>O<br>x</p>')
})

test('external pictures become named links; embedded ones are shown', () => {
  const link = htmlOf('![a cat](https://img.example/cat.png?secret=1)')
  expect(link).not.toContain('<img')
  expect(link).toContain('picture at img.example: a cat</a>')
  expect(link).toContain('rel="noopener noreferrer nofollow"')
  expect(htmlOf('![dot](data:image/png;base64,AAAA)')).toContain('<img src="data:image/png;base64,AAAA" alt="dot">')
  expect(htmlOf('![x](data:image/svg+xml;base64,AAAA)')).not.toContain('<img')
})

test('a table is reachable by keyboard, and one written as HTML stays text', () => {
  expect(htmlOf('- place\n\n  | a |\n  |---|\n  | b |')).toContain('<table tabindex="0">')
  expect(htmlOf('<table>x</table>')).not.toContain('<table')
})

test('formulas are kept as their source, in the notations of TeX and of Markdown', () => {
  const display = (tex: string) => `<span data-formula="display" tabindex="0">${tex}</span>`
  const inline = (tex: string) => `<span data-formula="inline">${tex}</span>`
  expect(htmlOf('It is $a_1 < b_2$, so \\(x\\)')).toBe(`<p>It is ${inline('a_1 &lt; b_2')}, so ${inline('x')}</p>`)
  expect(htmlOf('$$\na\n\n- b\n$$')).toBe(display('a\n\n- b'))
  expect(htmlOf('\\[ \\frac{1}{2} \\]')).toBe(display('\\frac{1}{2}'))
})

test.each(['from $5 to $6', 'it costs 5$ and 6$', '$ x $', '`$a$`', '$100,000 is a lot'])('no formula: %j', (text) => {
  expect(htmlOf(text)).not.toContain('data-formula')
})

test('links open in a new tab', () => {
  expect(htmlOf('[here](https://a.example "t")')).toContain('<a href="https://a.example" target="_blank"')
})

test.each([
  ['some **bold', 'some **bold**'],
  ['some **bold*', 'some **bold**'],
  ['some **', 'some '],
  ['run `npm i', 'run `npm i`'],
  ['see [the page](https://exa', 'see the page'],
  ['see [the pa', 'see the pa'],
  ['see ![a cat](https://exa', 'see '],
  ['A line\n-', 'A line'],
  ['A line\n1.', 'A line'],
  ['**done** and *so*', '**done** and *so*'],
  ['first **a\n\nsecond', 'first **a\n\nsecond'],
  ['so $$\\frac{a', 'so '],
  ['so \\(a', 'so '],
  ['so $$a$$ is', 'so $$a$$ is'],
  ['```ts\nconst a = `x', '```ts\nconst a = `x'],
])('an unfinished end is closed while text arrives: %j', (text, closed) => {
  expect(closeOpenEnds(text)).toBe(closed)
})

test.each([
  ['a formula that is too long', `$$${'x+'.repeat(20_000)}1$$`],
  ['signs of formulas', '$'.repeat(20_000)],
  ['marks of emphasis', '_a'.repeat(20_000)],
  ['data', 'Ab3+/'.repeat(20_000)],
])('a long run of signs is text, and what is around it is read: %s', (_, run) => {
  const blocks = createMarkdown(() => '').blocksOf(`before **it**\n\n${run}\n\nafter`, true)
  expect(blocks.map(({ kind }) => kind)).toEqual(['html', 'plain', 'html'])
  expect(blocks[1]?.raw).toBe(run)
})

test('long lines of code, and pictures in the text, are read as such', () => {
  const markdown = createMarkdown(() => '')
  const code = markdown.blocksOf(`\`\`\`\n${'a'.repeat(5_000)}\n\`\`\``, false)
  expect(code.map(({ kind }) => kind)).toEqual(['code'])
  const picture = markdown.blocksOf(`![a cat](data:image/png;base64,${'A'.repeat(5_000)})`, false)
  expect(picture.map(({ kind }) => kind)).toEqual(['html'])
})

test('a formula begins a block at the beginning of its line alone', () => {
  const kindsOf = (text: string) => {
    const [block] = createMarkdown(() => '').blocksOf(text, false)
    return block?.kind === 'html' ? block.token.type : block?.kind
  }
  expect(kindsOf('so\n$$a$$')).toBe('paragraph')
  expect(kindsOf('$$a$$\nso')).toBe('blockFormula')
})
