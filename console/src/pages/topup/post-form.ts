/**
 * Posts `fields` to `url` as a form that nobody sees, in a new tab or in this one. Throws a TypeError unless `url` is an
 * address of the web.
 */
export function postForm(url: string, fields: Record<string, string>, target: '_self' | '_blank'): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('not an address of the web')
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.target = target
  form.rel = 'noopener'
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // Not by form.submit: a field of that name would be called instead.
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}
