// Packages that call procedures over sockets, standard streams or memory, unmodified: every failure here is a false alarm.
import { describePrograms } from './describe-programs.js'

describePrograms(['ws', 'ioredis', 'vscode-jsonrpc-socket', 'vscode-jsonrpc-stdio', 'mcp-memory', 'mcp-stdio', 'mcp-http'])
