// node signed-return.mjs KEY NAME VALUE [NAME VALUE …]
import { createHmac } from 'node:crypto'

const encode = text =>
  encodeURIComponent(text).replace(/[!'()*]/g, left => `%${left.charCodeAt(0).toString(16).toUpperCase()}`)

function signedReturn(parameters, key) {
  const encoded = new Map(Object.entries(parameters).map(([name, value]) => [encode(name), encode(value)]))
  const text = [...encoded.keys()]
    .sort()
    .map(name => `${name}=${encoded.get(name)}`)
    .join('&')
  return `${text}&hash=${createHmac('sha256', key).update(text).digest('hex')}`
}

const [key, ...rest] = process.argv.slice(2)
const parameters = {}
for (let at = 0; at + 1 < rest.length; at += 2) parameters[rest[at]] = rest[at + 1]
console.log(signedReturn(parameters, key))
