import { createHmac } from 'node:crypto'

const [key, ...rest] = process.argv.slice(2)
const parameters = new URLSearchParams()
for (let at = 0; at + 1 < rest.length; at += 2) parameters.append(rest[at], rest[at + 1])
parameters.sort()
console.log(`${parameters}&hash=${createHmac('sha256', key).update(parameters.toString()).digest('hex')}`)
