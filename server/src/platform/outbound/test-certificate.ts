import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'

export interface TestCertificate {
  ca: string
  key: string
  cert: string
}

/** A certificate for `name` from a new authority: no key is kept in the tree. */
export async function createTestCertificate(name: string): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  try {
    await writeFile(join(folder, 'names'), `subjectAltName=DNS:${name}`)
    const shell = new $.Shell().cwd(folder)
    await shell`openssl req -x509 ${curve} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority`.quiet()
    await shell`openssl req ${curve} -keyout key.pem -out request.pem -subj /CN=${name}`.quiet()
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
    await shell`openssl x509 -req -in request.pem ${signing} -out cert.pem -days 1`.quiet()
    const read = (file: string) => readFile(join(folder, file), 'utf8')
    return { ca: await read('ca.pem'), key: await read('key.pem'), cert: await read('cert.pem') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
