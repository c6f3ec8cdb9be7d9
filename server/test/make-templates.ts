// Makes the databases that the tests of a run copy, in the folder TEST_TEMPLATES. Run by scripts/test.ts.
import { makeServerTemplate, makeSqliteTemplate } from '../src/store/test-templates.ts'

const { TEST_TEMPLATES: folder, TEST_POSTGRES_URL: postgres, TEST_MYSQL_URL: mysql } = process.env
if (!folder) throw new Error('TEST_TEMPLATES is not set')
await Promise.all([
  makeSqliteTemplate(folder),
  postgres && makeServerTemplate('PostgreSQL', postgres, folder),
  mysql && makeServerTemplate('MariaDB', mysql, folder),
])
