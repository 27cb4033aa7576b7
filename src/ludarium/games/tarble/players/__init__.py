"""The players of Tarble: searches, learners, and three that think like people."""
