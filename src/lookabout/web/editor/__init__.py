"""The episode editor: a map in the browser on which episodes of DroneCATS are laid out."""
