// Screens that come as one file: each in a file of its own, they weigh a tenth more.
export { Conversations } from './conversations/conversations.tsx';
export { Trail } from './trail/trail.tsx';
