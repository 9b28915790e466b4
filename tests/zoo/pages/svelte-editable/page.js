import { mount } from 'svelte';
import Chat from './chat.svelte';

mount(Chat, { target: document.getElementById('root') });
