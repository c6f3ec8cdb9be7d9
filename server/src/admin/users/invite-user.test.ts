import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import type { Invitation } from '@sluice/contract/user'
import { startTestMailServer, type TestMailServer } from '../../notify/test-mail-server.ts'
import { createTestCertificate, type TestCertificate } from '../../platform/outbound/test-certificate.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { readAnswer, startTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { findLink } from '../test-mail.ts'

let certificate: TestCertificate
let mails: TestMailServer
beforeAll(async () => {
  certificate = await createTestCertificate('localhost')
  mails = await startTestMailServer({ certificate })
})
afterAll(() => mails.close())

describe.each(engines)('$name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let clock: ReturnType<typeof createManualClock>
  beforeEach(async () => {
    clock = createManualClock()
    app = await startTestApp({ clock, engine, mailCa: certificate.ca })
    admin = await app.addUser({ role: roles.admin })
    mails.received.length = 0
  })
  afterEach(() => app.close())

  const setUpMail = async (port = mails.port) => {
    const options = { SMTPServer: 'localhost', SMTPPort: String(port), SMTPFrom: 'site@example.org' }
    for (const [key, value] of Object.entries({ ...options, ServerAddress: 'https://ai.example' }))
      await app.root.put('/api/option/', { key, value })
  }
  const post = async (path: string, body: unknown) =>
    await readAnswer(await app.send(path, { method: 'POST', body: JSON.stringify(body) }))
  const add = async (more: object = {}) =>
    (await admin.post('/api/user/', { username: 'ana', invite: true, ...more })).body
  const addInvited = async (more: object = {}) =>
    (await add(more)).data as { id: number; username: string; invitation: Invitation }
  const again = async (id: number) => (await admin.post(`/api/user/${id}/invitation`)).body
  const linkOf = ({ path }: Invitation) => {
    const { searchParams } = new URL(path, 'https://ai.example')
    return { id: Number(searchParams.get('invited')), token: searchParams.get('token') ?? '' }
  }
  const accept = (link: object, password = 'my own word 1') =>
    post('/api/user/accept_invitation', { ...link, password })
  const signIn = async (password: string) =>
    (await post('/api/user/login', { username: 'ana', password })).body.success === true

  test('without mail the link is shown once, and sets the password once', async () => {
    const { id, invitation } = await addInvited()
    expect(invitation.mailed_to).toBe('')
    expect(invitation.path).toMatch(/^\/user\/reset\?invited=\d+&name=ana&token=/)
    const link = linkOf(invitation)
    for (const wrong of [
      { ...link, token: 'x' },
      { ...link, id: admin.id },
    ])
      expect((await accept(wrong)).body.code).toBe('reset_link_invalid')
    expect((await accept(link, 'short')).body.fields).toHaveProperty('password')
    expect(await signIn('my own word 1')).toBe(false)
    const answers = await Promise.all([accept(link), accept(link)])
    expect(answers.map(({ body }) => body.success === true).toSorted()).toEqual([false, true])
    expect(await signIn('my own word 1')).toBe(true)
    expect((await again(id)).code).toBe('has_password')
    const audited = await admin.get(`/api/audit/?object_type=user&object_id=${id}`)
    const { items } = audited.body.data as { items: { action: string; actor_name: string }[] }
    expect(items.map(({ action, actor_name }) => [action, actor_name === 'ana'])).toEqual([
      ['user.accept_invitation', true],
      ['user.invite', false],
      ['user.create', false],
    ])
    expect(JSON.stringify(audited.body)).not.toContain(link.token)
  })

  test('with an address the link goes by mail, and is in no answer', async () => {
    await setUpMail()
    const { invitation } = await addInvited({ email: 'ana@example.org' })
    expect(invitation).toMatchObject({ path: '', mailed_to: 'ana@example.org' })
    const link = findLink(mails.received[0])
    expect(link.href).toStartWith('https://ai.example/user/reset?invited=')
    const { body } = await accept(linkOf({ ...invitation, path: link.pathname + link.search }), '')
    expect(await signIn(String(body.data))).toBe(true)
  })

  test('a mail that fails leaves the link in the answer', async () => {
    await setUpMail(1)
    expect((await addInvited({ email: 'ana@example.org' })).invitation).toMatchObject({
      mailed_to: '',
      path: expect.stringContaining('token='),
    })
  })

  test('a new link replaces the former one, after three days it is over, and so it is for a banned account', async () => {
    const { id, invitation } = await addInvited()
    const second = (await again(id)).data as Invitation
    expect((await accept(linkOf(invitation))).body.code).toBe('reset_link_invalid')
    clock.advance(72 * 3_600_000)
    expect((await accept(linkOf(second))).body.code).toBe('reset_link_invalid')
    const third = (await again(id)).data as Invitation
    await admin.post('/api/user/manage', { id, action: 'disable' })
    expect((await accept(linkOf(third))).body.code).toBe('reset_link_invalid')
  })

  test('another role makes the link worthless, and a ban only while it lasts', async () => {
    const { id, invitation } = await addInvited()
    await admin.post('/api/user/manage', { id, action: 'disable' })
    expect((await accept(linkOf(invitation))).body.code).toBe('reset_link_invalid')
    await admin.post('/api/user/manage', { id, action: 'enable' })
    expect((await app.root.post('/api/user/manage', { id, action: 'promote' })).body.success).toBe(true)
    expect((await accept(linkOf(invitation))).body.code).toBe('reset_link_invalid')
    const later = await addInvited({ username: 'bea' })
    await admin.post('/api/user/manage', { id: later.id, action: 'disable' })
    expect((await accept(linkOf(later.invitation))).body.code).toBe('reset_link_invalid')
    await admin.post('/api/user/manage', { id: later.id, action: 'enable' })
    expect((await accept(linkOf(later.invitation))).body.success).toBe(true)
  })

  test('a password that an administrator sets makes the link worthless', async () => {
    const { id, invitation } = await addInvited()
    await admin.put('/api/user/', { id, password: 'set by the desk' })
    expect((await accept(linkOf(invitation))).body.code).toBe('reset_link_invalid')
    expect(await signIn('set by the desk')).toBe(true)
  })

  test('an account has a password or an invitation; who may not change it does not invite it', async () => {
    expect(await add({ invite: false })).toMatchObject({
      code: 'invalid_parameters',
      fields: { password: expect.any(String) },
    })
    const peer = await app.addUser({ role: roles.admin })
    expect((await again(peer.id)).code).toBe('user_out_of_reach')
    expect((await again(99_999)).code).toBe('not_found')
  })
})
