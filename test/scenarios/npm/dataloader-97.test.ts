// Rights through dataloader: two users of whom nobody is known, and two of whom one is.
import { expect, test } from 'vitest'
import { createAccess, type DataLoaderPackage } from '../../../scenarios/npm/dataloader-97/access.js'

const load = (name: string): Promise<DataLoaderPackage> => import(name)

const open = async (name: string) => {
  const batches: string[] = []
  const access = createAccess(await load(name), async (keys) => {
    batches.push(keys.join(', '))
    return keys.map(() => 'editor')
  })
  return { access, batches }
}

const ROLES = 'role of eve, role of ann'
const [OF_EVE, OF_ANN] = ['rights of eve as editor in d-1', 'rights of ann as editor in d-1']

test.each(['dataloader-faulty', 'dataloader-fixed'])('%s asks twice for two unknown users', async (name) => {
  const { access, batches } = await open(name)
  await access.rightsIn('d-1', ['eve', 'ann'])
  expect(batches).toEqual([ROLES, `${OF_EVE}, ${OF_ANN}`])
})

test.each([
  ['1.4.0', 'dataloader-faulty', ['role of eve', `role of ann, ${OF_EVE}`, OF_ANN]],
  ['2.0.0', 'dataloader-fixed', ['role of eve', 'role of ann', `${OF_ANN}, ${OF_EVE}`]],
])('%s, where one of them is known', async (_, name, expected) => {
  const { access, batches } = await open(name)
  await access.roleOf('eve')
  await access.rightsIn('d-1', ['eve', 'ann'])
  expect(batches).toEqual(expected)
})
