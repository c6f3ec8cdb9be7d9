import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import '../../test/setup.ts'
import { revealRefused } from './reveal-refused.ts'

const RealObserver = globalThis.ResizeObserver
let resize: () => void
let isObserving: boolean

beforeEach(() => {
  // There is no layout here: the tests say when something has grown.
  globalThis.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      resize = () => isObserving && callback([], this)
    }
    observe() {
      isObserving = true
    }
    unobserve() {}
    disconnect() {
      isObserving = false
    }
  }
  document.body.innerHTML = `<form>
    <div class="ant-form-item ant-form-item-has-error"><input id="name" aria-invalid="true"></div>
    <div class="ant-form-item ant-form-item-has-error"><input id="password" aria-invalid="true"></div>
    <button type="button">Save</button>
  </form>`
})
afterEach(() => {
  globalThis.ResizeObserver = RealObserver
  document.body.replaceChildren()
})

const find = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`there is no ${selector}`)
  return found
}

describe('the first refused field', () => {
  test('gets the focus, also if a section around it opens later', () => {
    find('button').focus()
    find('#name').parentElement?.classList.remove('ant-form-item-has-error')
    find('#password').parentElement?.classList.remove('ant-form-item-has-error')
    revealRefused(find('form'))
    resize()
    expect(document.activeElement).toBe(find('button'))
    find('#name').parentElement?.classList.add('ant-form-item-has-error')
    resize()
    expect(document.activeElement).toBe(find('#name'))
  })

  test('does not take the focus back from where it went', () => {
    revealRefused(find('form'))
    resize()
    expect(document.activeElement).toBe(find('#name'))
    find('#password').focus()
    resize()
    expect(document.activeElement).toBe(find('#password'))
    expect(isObserving).toBe(false)
  })

  test.each(['keydown', 'pointerdown', 'input', 'wheel'])('is left alone after %s', (event) => {
    revealRefused(find('form'))
    find('#password').dispatchEvent(new Event(event, { bubbles: true }))
    expect(isObserving).toBe(false)
  })
})
