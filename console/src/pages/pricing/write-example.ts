import { shellText } from '@sluice/contract/client-recipes/shell-text'
import type { ExampleCall } from './example-call.ts'

export const exampleLanguages = ['curl', 'python', 'javascript', 'go'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** The program that makes the call; the key is read from the environment variable `API_KEY`. */
export const writeExample = (language: ExampleLanguage, call: ExampleCall): string => writers[language](call)

const writers: Readonly<Record<ExampleLanguage, (call: ExampleCall) => string>> = {
  curl: writeCurl,
  python: writePython,
  javascript: writeJavaScript,
  go: writeGo,
}

const audioFile = 'speech.mp3'
/** A text in double quotes, as Python, JavaScript and Go read it. */
const text = (value: string): string => JSON.stringify(value)
const json = (value: unknown, indent = 2): string => JSON.stringify(value, null, indent)
const indented = (lines: string, by: string): string => lines.replaceAll('\n', `\n${by}`)
const isForm = (call: ExampleCall): boolean => call.fileField !== null

function writeCurl(call: ExampleCall): string {
  const { url, auth, headers, body, fileField, answerFile } = call
  const further = Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`)
  const content = isForm(call)
    ? [
        `-F ${shellText(`${fileField}=@${audioFile}`)}`,
        ...Object.entries(body).map(([name, value]) => `-F ${shellText(`${name}=${value}`)}`),
      ]
    : [`-H ${shellText('Content-Type: application/json')}`, `-d ${shellText(indented(json(body), '  '))}`]
  const key = `-H "${auth.name}: ${auth.prefix}$API_KEY"`
  const output = answerFile === null ? [] : [`--output ${answerFile}`]
  return [`curl ${shellText(url)}`, key, ...further, ...content, ...output].join(' \\\n  ')
}

function writePython(call: ExampleCall): string {
  const { url, auth, headers, body, fileField, answerFile } = call
  const key = auth.prefix === '' ? 'os.environ["API_KEY"]' : `f"${auth.prefix}{os.environ['API_KEY']}"`
  const further = Object.entries(headers).map(([name, value]) => `        ${text(name)}: ${text(value)},`)
  const content = isForm(call)
    ? [
        `    data=${indented(json(body, 4), '    ')},`,
        `    files={${text(fileField ?? '')}: open(${text(audioFile)}, "rb")},`,
      ]
    : [`    json=${indented(json(body, 4), '    ')},`]
  return [
    'import os',
    '',
    'import requests',
    '',
    'response = requests.post(',
    `    ${text(url)},`,
    '    headers={',
    `        ${text(auth.name)}: ${key},`,
    ...further,
    '    },',
    ...content,
    ')',
    'response.raise_for_status()',
    answerFile === null ? 'print(response.json())' : `open(${text(answerFile)}, "wb").write(response.content)`,
  ].join('\n')
}

function writeJavaScript(call: ExampleCall): string {
  const { url, auth, headers, body, fileField, answerFile } = call
  const key = auth.prefix === '' ? 'process.env.API_KEY' : `\`${auth.prefix}\${process.env.API_KEY}\``
  const all = [
    `    ${text(auth.name)}: ${key},`,
    ...(isForm(call) ? [] : ['    "Content-Type": "application/json",']),
    ...Object.entries(headers).map(([name, value]) => `    ${text(name)}: ${text(value)},`),
  ]
  const form = isForm(call)
    ? [
        'import { openAsBlob } from "node:fs"',
        '',
        'const form = new FormData()',
        ...Object.entries(body).map(([name, value]) => `form.set(${text(name)}, ${text(String(value))})`),
        `form.set(${text(fileField ?? '')}, await openAsBlob(${text(audioFile)}), ${text(audioFile)})`,
        '',
      ]
    : []
  return [
    ...(answerFile === null ? [] : ['import { writeFile } from "node:fs/promises"', '']),
    ...form,
    `const response = await fetch(${text(url)}, {`,
    '  method: "POST",',
    '  headers: {',
    ...all,
    '  },',
    isForm(call) ? '  body: form,' : `  body: JSON.stringify(${indented(json(body), '  ')}),`,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    answerFile === null
      ? 'console.log(await response.json())'
      : `await writeFile(${text(answerFile)}, Buffer.from(await response.arrayBuffer()))`,
  ].join('\n')
}

/** A raw string if possible. */
const goText = (value: string): string => (value.includes('`') ? text(value) : `\`${value}\``)

function writeGo(call: ExampleCall): string {
  const { url, auth, headers, body, fileField, answerFile } = call
  const imports = isForm(call)
    ? ['bytes', 'fmt', 'io', 'mime/multipart', 'net/http', 'os']
    : answerFile === null
      ? ['fmt', 'io', 'net/http', 'os', 'strings']
      : ['io', 'net/http', 'os', 'strings']
  const content = isForm(call)
    ? [
        'body := &bytes.Buffer{}',
        'form := multipart.NewWriter(body)',
        ...Object.entries(body).map(([name, value]) => `form.WriteField(${text(name)}, ${text(String(value))})`),
        `part, _ := form.CreateFormFile(${text(fileField ?? '')}, ${text(audioFile)})`,
        `audio, err := os.Open(${text(audioFile)})`,
        'if err != nil {',
        '\tpanic(err)',
        '}',
        'io.Copy(part, audio)',
        'form.Close()',
      ]
    : [`body := strings.NewReader(${goText(json(body))})`]
  const type = isForm(call) ? 'form.FormDataContentType()' : text('application/json')
  const key = `${auth.prefix === '' ? '' : `${text(auth.prefix)}+`}os.Getenv("API_KEY")`
  const output =
    answerFile === null
      ? ['answer, _ := io.ReadAll(response.Body)', 'fmt.Println(string(answer))']
      : [`file, _ := os.Create(${text(answerFile)})`, 'defer file.Close()', 'io.Copy(file, response.Body)']
  const main = [
    ...content,
    `request, err := http.NewRequest("POST", ${text(url)}, body)`,
    'if err != nil {',
    '\tpanic(err)',
    '}',
    `request.Header.Set(${text(auth.name)}, ${key})`,
    `request.Header.Set("Content-Type", ${type})`,
    ...Object.entries(headers).map(([name, value]) => `request.Header.Set(${text(name)}, ${text(value)})`),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {',
    '\tpanic(err)',
    '}',
    'defer response.Body.Close()',
    ...output,
  ]
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t${text(name)}`),
    ')',
    '',
    'func main() {',
    ...main.map((line) => `\t${line}`),
    '}',
  ].join('\n')
}
